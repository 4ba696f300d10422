"use strict";
const form = document.querySelector(".filter");
if (form) {
  const [rule, severity, text] = ["rule", "severity", "text"].map(id => document.getElementById(id));
  const articles = [...document.querySelectorAll("article")].map(element => ({
    element, rule: element.parentElement.dataset.rule, severity: element.dataset.severity, text: element.textContent.toLowerCase(),
  }));
  const sections = [...document.querySelectorAll("section")];
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const one of articles) {
      const fits = (!rule.value || one.rule === rule.value) && (!severity.value || one.severity === severity.value) && one.text.includes(wanted);
      one.element.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const section of sections) {
      section.hidden = !section.querySelector("article:not([hidden])");
    }
    document.getElementById("shown").value = `${shown.toLocaleString("en")} of ${articles.length.toLocaleString("en")}`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", event => event.preventDefault());
  for (const button of document.querySelectorAll("[data-file]")) {
    button.addEventListener("click", () => {
      rule.value = "";
      severity.value = "";
      text.value = button.dataset.file + ":";
      apply();
      form.scrollIntoView();
    });
  }
  apply();
}
