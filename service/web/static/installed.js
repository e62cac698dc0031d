// The page as an app: its worker keeps it on the device, and loads it again when there is a new version.

const FOLDER = new URL("./", import.meta.url).href; // its name tells the version

// Only the packed page has a worker: while the files are being edited, each change must show at once.
export async function installed() {
  const { worker } = document.documentElement.dataset;
  if (!worker || !navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", ({ ports: [port] }) => port.postMessage(FOLDER));
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  navigator.serviceWorker.register(worker).catch(() => {}); // the page does without
}
