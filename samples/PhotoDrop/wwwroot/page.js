"use strict";

const form = document.querySelector("form");
const upload = form.querySelector("button[type=submit]");
const cancel = document.getElementById("cancel");
const progress = form.querySelector("progress");
const state = document.getElementById("state");
const gallery = document.getElementById("gallery");

form.addEventListener("submit", event => {
  event.preventDefault();
  send(new FormData(form), form.elements.photos.files.length);
});

show();

// XMLHttpRequest tells how much has been sent, which fetch does not.
function send(photos, count) {
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", event => {
    progress.max = event.total;
    progress.value = event.loaded;
  });
  request.addEventListener("load", () => {
    if (request.status >= 200 && request.status < 300) {
      form.reset();
      end("done", count === 1 ? "1 photo has been stored." : `${count} photos have been stored.`);
    } else if (request.status === 413) {
      end("failed", "That is too much for one upload.");
    } else if (request.status === 400) {
      end("failed", "The service takes photos only: JPEG, PNG, GIF and WebP.");
    } else {
      end("failed", `The service has failed (${request.status}).`);
    }
  });
  request.addEventListener("error", () => end("failed", "The service cannot be reached."));
  request.addEventListener("abort", () => end("cancelled", "Cancelled."));
  cancel.onclick = () => request.abort();
  begin();
  request.open("POST", form.action);
  request.send(photos);
}

function begin() {
  upload.disabled = true;
  cancel.hidden = false;
  progress.hidden = false;
  progress.value = 0;
  report("sending", "Sending …");
}

function end(name, text) {
  upload.disabled = false;
  cancel.hidden = true;
  progress.hidden = true;
  show().finally(() => report(name, text));
}

function report(name, text) {
  state.dataset.state = name;
  state.textContent = text;
}

async function show() {
  const response = await fetch("photos", { cache: "no-store" });
  if (response.ok) {
    gallery.replaceChildren(...(await response.json()).map(item));
  }
}

// Names come from whoever has uploaded the photo: they are text, and never markup.
function item(name) {
  const image = document.createElement("img");
  image.src = "photos/" + encodeURIComponent(name);
  image.alt = "";
  const caption = document.createElement("figcaption");
  caption.textContent = name;
  const figure = document.createElement("figure");
  figure.append(image, caption);
  const entry = document.createElement("li");
  entry.append(figure);
  return entry;
}
