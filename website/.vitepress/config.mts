import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'

// Written by tools/Docs: where the repository is, and what the sidebar shows.
const site = JSON.parse(readFileSync(new URL('./site.json', import.meta.url), 'utf8'))

// Headings get the anchors that they have on GitHub, so that one link leads to them in both places.
const slugify = (heading: string) => heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-')

// A link as it is in the repository, for the site: pages stay, all else is a file of the repository.
function siteLink(page: string, link: string): string {
  if (/^[a-z][a-z\d+.-]*:|^#/i.test(link)) {
    return link
  }

  const [file, anchor] = link.split('#')
  const target = path.posix.join('docs', path.posix.dirname(page), decodeURI(file))
  if (target.startsWith('docs/') && target.endsWith('.md')) {
    return link.replace(/(^|\/)README\.md/, '$1index.md')
  }

  const kind = statSync(path.join(site.root, target)).isDirectory() ? 'tree' : 'blob'
  return `${site.repository}/${kind}/main/${encodeURI(target)}${anchor === undefined ? '' : '#' + anchor}`
}

export default defineConfig({
  lang: 'en',
  title: 'StreamTuning',
  description: 'Analyzers, fixes and a runtime for C# code that moves streams into files and blobs, or takes uploads.',
  base: site.base,
  srcDir: 'docs',
  rewrites: { ':folder/README.md': ':folder/index.md' },
  metaChunk: true,
  transformPageData(page) {
    if (page.relativePath === 'index.md') {
      page.titleTemplate = 'Fast and safe streams, files, blobs and uploads in C#'
      page.frontmatter.pageClass = 'home'
    }
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify },
    config(md) {
      md.core.ruler.push('site-links', state => {
        for (const token of state.tokens.flatMap(token => token.children ?? [])) {
          if (token.type === 'link_open') {
            token.attrSet('href', siteLink(state.env.relativePath, token.attrGet('href')!))
          }
        }
      })

      // Long names may break where their parts end.
      const inlineCode = md.renderer.rules.code_inline!
      md.renderer.rules.code_inline = (...args) => inlineCode(...args).replace(/(?<=\w[._])(?=\w)/g, '<wbr>')
    }
  },
  themeConfig: {
    nav: site.nav,
    sidebar: site.sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        // An id that is nearly the same is another rule.
        miniSearch: { searchOptions: { fuzzy: term => /\d/.test(term) ? false : 0.2, boost: { title: 10, titles: 2, text: 1 } } }
      }
    },
    editLink: { pattern: `${site.repository}/edit/main/docs/:path`, text: 'Edit this page on GitHub' },
    externalLinkIcon: true,
    docFooter: { prev: false, next: false },
    footer: { message: 'MIT license' }
  }
})
