// The picture to share, without a letter of the word.

import { drawn, el } from "./dom.js";
import { HEIGHT, LEFT, WIDTH, curves, graphText, path, scales } from "./graph.js";
import { number } from "./language.js";

const PICTURE = { width: 1200, height: 630, margin: 72, font: "Palatino, 'Noto Serif', serif" };

// Some lines of text and the curves, in the colours of the page: the canvas, and when it is drawn. Each part has a frame
// of its own.
export function picture(steps, lines) {
  const { width, height } = PICTURE;
  const canvas = el("canvas", { class: "picture", width, height, role: "img", "aria-label": `${lines.join(" ")} ${graphText(steps)}` });
  return { canvas, ready: draw(canvas.getContext("2d"), steps, lines) };
}

async function draw(pen, steps, lines) {
  const { width, height, margin, font } = PICTURE;
  const { color: ink, backgroundColor: paper } = getComputedStyle(document.documentElement);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, width, height);
  Object.assign(pen, { fillStyle: ink, strokeStyle: ink, lineJoin: "round", font: `bold 76px ${font}` });
  for (const [index, line] of lines.entries()) {
    await drawn();
    pen.fillText(line, margin, margin + 50 + 80 * index, width - 2 * margin);
    pen.font = `54px ${font}`;
  }
  await drawn();
  drawCurves(pen, steps, margin + 80 * lines.length);
}

// Both curves, below `top`, each with its last number.
function drawCurves(pen, steps, top) {
  const { width, height, margin, font } = PICTURE;
  const { ours, honest } = curves(steps);
  const [x, y] = scales(steps.length, ours[0]);
  const [wide, high] = [(width - 2.6 * margin) / WIDTH, (height - top - margin / 2) / HEIGHT];
  pen.setTransform(wide, 0, 0, high, margin - wide * LEFT, top);
  line(pen, path(honest, x, y), { lineWidth: 1.2, globalAlpha: 0.7 }, [4, 4]);
  line(pen, path(ours, x, y), { lineWidth: 2.4, globalAlpha: 1 });
  pen.resetTransform();
  pen.font = `bold 40px ${font}`;
  pen.fillText(number(ours.at(-1)), margin + wide * (x(steps.length) - LEFT) + 16, top + high * y(ours.at(-1)) + 12);
}

function line(pen, curve, style, dashes = []) {
  Object.assign(pen, style);
  pen.setLineDash(dashes);
  pen.stroke(new Path2D(curve));
}
