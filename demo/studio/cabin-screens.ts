import { CanvasTexture, SRGBColorSpace } from 'three';
import type { Era } from '../pictures/looks.ts';

function drawn(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d')!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** A round instrument: ticks without numbers (they are too small to be read), red towards the end, an orange hand. */
function dial(context: CanvasRenderingContext2D, x: number, y: number, radius: number, share: number): void {
  context.fillStyle = '#16191b';
  context.strokeStyle = '#7e878c';
  context.lineWidth = 5;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
  context.stroke();
  const angleAt = (part: number) => Math.PI * (0.75 + 1.5 * part);
  for (let tick = 0; tick <= 24; tick++) {
    const angle = angleAt(tick / 24);
    const inner = radius * (tick % 3 === 0 ? 0.76 : 0.84);
    context.strokeStyle = tick > 20 ? '#d2453a' : '#e8ecee';
    context.lineWidth = tick % 3 === 0 ? 5 : 2.5;
    context.beginPath();
    context.moveTo(x + Math.cos(angle) * inner, y + Math.sin(angle) * inner);
    context.lineTo(x + Math.cos(angle) * radius * 0.92, y + Math.sin(angle) * radius * 0.92);
    context.stroke();
  }
  const angle = angleAt(share);
  context.strokeStyle = '#f0702a';
  context.lineWidth = 6;
  context.beginPath();
  context.moveTo(x - Math.cos(angle) * radius * 0.12, y - Math.sin(angle) * radius * 0.12);
  context.lineTo(x + Math.cos(angle) * radius * 0.72, y + Math.sin(angle) * radius * 0.72);
  context.stroke();
  context.fillStyle = '#2b3033';
  context.beginPath();
  context.arc(x, y, radius * 0.14, 0, Math.PI * 2);
  context.fill();
}

/** What is behind the wheel; the place between the dials stays dark for the mileage. */
export function instruments(era: Era): CanvasTexture {
  return drawn(900, 360, (context) => {
    context.fillStyle = '#0b0d0e';
    context.fillRect(0, 0, 900, 360);
    if (era === 'electric') {
      const glow = context.createLinearGradient(0, 0, 0, 360);
      glow.addColorStop(0, '#0f1d26');
      glow.addColorStop(1, '#0a1116');
      context.fillStyle = glow;
      context.fillRect(0, 0, 900, 360);
      for (const [x, color, share] of [
        [40, '#39c6a0', 0.72],
        [700, '#4a9fe0', 0.4],
      ] as const) {
        for (let bar = 0; bar < 10; bar++) {
          context.fillStyle = bar / 10 < share ? color : '#24323a';
          context.fillRect(x + bar * 16, 90, 11, 130);
        }
      }
      return;
    }
    dial(context, 190, 180, 155, 0.02);
    dial(context, 710, 180, 155, 0.02);
    if (era === 'late') {
      context.fillStyle = '#12222c';
      context.fillRect(362, 40, 176, 190);
      context.fillStyle = '#3f87b0';
      context.fillRect(384, 70, 132, 8);
      context.fillRect(384, 100, 90, 8);
      context.fillStyle = '#cfd8dc';
      context.fillRect(384, 140, 110, 8);
    }
  });
}

/** A map on a screen, or the face of a radio with its buttons. */
export function middleScreen(era: Era): CanvasTexture {
  return drawn(640, 400, (context) => {
    if (era === 'early') {
      context.fillStyle = '#1b1d1f';
      context.fillRect(0, 0, 640, 400);
      context.fillStyle = '#2c4a34';
      context.fillRect(130, 60, 380, 90);
      context.fillStyle = '#8fd6a0';
      for (let digit = 0; digit < 4; digit++) context.fillRect(250 + digit * 40, 84, 26, 42);
      context.fillStyle = '#060707';
      context.fillRect(120, 184, 400, 18);
      for (let button = 0; button < 6; button++) {
        context.fillStyle = '#34383b';
        context.fillRect(118 + button * 69, 260, 58, 40);
        context.fillStyle = '#b9c0c3';
        context.fillRect(140 + button * 69, 276, 14, 6);
      }
      for (const x of [62, 578]) {
        context.fillStyle = '#3b4043';
        context.beginPath();
        context.arc(x, 200, 40, 0, Math.PI * 2);
        context.fill();
      }
      return;
    }
    const ground = context.createLinearGradient(0, 0, 640, 400);
    ground.addColorStop(0, '#1c3a4a');
    ground.addColorStop(1, '#0f2029');
    context.fillStyle = ground;
    context.fillRect(0, 0, 640, 400);
    context.strokeStyle = '#4d7487';
    for (const [width, points] of [
      [10, [0, 300, 200, 250, 420, 290, 640, 180]],
      [7, [120, 0, 180, 160, 260, 400]],
      [7, [480, 400, 430, 210, 560, 0]],
      [4, [0, 120, 300, 100, 640, 60]],
    ] as const) {
      context.lineWidth = width;
      context.beginPath();
      for (let at = 0; at < points.length; at += 2) context.lineTo(points[at]!, points[at + 1]!);
      context.stroke();
    }
    context.strokeStyle = '#5ab4ea';
    context.lineWidth = 9;
    context.beginPath();
    for (const [x, y] of [
      [180, 160],
      [215, 262],
      [420, 290],
      [455, 240],
    ] as const)
      context.lineTo(x, y);
    context.stroke();
    context.fillStyle = '#ff5b4a';
    context.beginPath();
    context.arc(455, 236, 13, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = 'rgba(8,14,18,0.82)';
    context.fillRect(0, 346, 640, 54);
    context.fillStyle = '#c9d4d9';
    for (let mark = 0; mark < 5; mark++) context.fillRect(70 + mark * 120, 366, 26, 14);
  });
}
