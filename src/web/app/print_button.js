// The button that prints a sheet: shown where scripts run.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
