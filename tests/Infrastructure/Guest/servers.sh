# The servers of the guest, and its mounts /mnt/NAME of /srv. Part of init.sh.
modprobe -qa cifs nfsd nfs nfsv4 sch_netem cmac aes_generic sha512_generic gcm ccm md5 ecb hmac sha256_generic

# Each case with a full disk has a disk of its own: NFS gives the space of deleted files back late. A disk has room for an old file of
# 64 KiB and 1 MiB more.
disks=
for name in ${mounts//,/ }; do
    for ((i = 0; i < 32; i++)); do
        disks+=" /srv/full/$name/$i"
    done
done

mkdir -p -m 777 /srv/share $disks
{
    echo "t /srv/share tmpfs size=1g,mode=777 0 0"
    for disk in $disks; do
        echo "t $disk tmpfs size=1088k,mode=777 0 0"
    done
} > /run/fstab
mount -a -T /run/fstab
fsid=0
for directory in /srv /srv/share $disks; do
    echo "$directory 127.0.0.1(rw,no_root_squash,insecure,no_subtree_check,crossmnt,fsid=$fsid)"
    fsid=$((fsid + 1))
done > /etc/exports.d/all.exports

cat > /run/smb.conf <<'S'
[global]
 server role = standalone server
 map to guest = bad user
 guest account = root
 load printers = no
 printing = bsd
 disable spoolss = yes
 smb ports = 445
 bind interfaces only = yes
 interfaces = lo
 log level = 0
 server min protocol = SMB3
[srv]
 path = /srv
 guest ok = yes
 writable = yes
S
mkdir -p /var/lib/samba/private /var/log/samba /run/samba
smbd -D -s /run/smb.conf

mount -t nfsd n /proc/fs/nfsd
mkdir -p /var/lib/nfs/{rpc_pipefs,v4recovery,sm,sm.bak,nfsdcltrack}
touch /var/lib/nfs/{etab,rmtab,state}
mount -t rpc_pipefs r /var/lib/nfs/rpc_pipefs
echo 1048576 > /proc/fs/nfsd/max_block_size
echo 10 > /proc/fs/nfsd/nfsv4gracetime
echo 10 > /proc/fs/nfsd/nfsv4leasetime

# Without leases the server shows its own side of a file at any time.
echo 0 > /proc/sys/fs/leases-enable
exportfs -a
rpc.nfsd -N 3 8
rpc.mountd -N 3
echo Y > /proc/fs/nfsd/v4_end_grace

for ((i = 0; i < 100; i++)); do
    ss -ltn | grep -q ':445 ' && break
    sleep 0.1
done

for name in ${mounts//,/ }; do
    mkdir "/mnt/$name"
    case $name in
        cifs) type=cifs options=vers=3.1.1,guest,sec=none ;;
        cifs-none) type=cifs options=vers=3.1.1,guest,sec=none,cache=none ;;
        nfs) type=nfs4 options=vers=4.2 ;;
        nfs-sync) type=nfs4 options=vers=4.2,sync ;;
    esac
    if [ $type = cifs ]; then
        source=//127.0.0.1/srv
    else
        source=127.0.0.1:/
    fi
    timeout 300 mount -t $type $source "/mnt/$name" -o $options || echo "guest: $name is not mounted"
done
