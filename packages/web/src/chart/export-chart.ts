import { saveFile } from '../shell/download.ts';

const paddingPx = 24;
const titlePx = 34;
const rowPx = 20;
const pngScale = 2;
const svgNamespace = 'http://www.w3.org/2000/svg';

/** What a picture says around the chart. */
export interface PictureText {
  title: string;
  /** The lines below the chart. */
  notes: readonly string[];
}

/** The properties that the style sheets of the page give to drawings. */
const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
] as const;

/** Saves the chart in a figure as SVG or PNG: on light ground, with its title and fonts. */
export async function saveChart(figure: HTMLElement, text: PictureText, type: 'svg' | 'png'): Promise<void> {
  const svg = drawPicture(figure, text, await readFont());
  const blob = type === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await toPng(svg);
  saveFile(blob, `${fileName(text.title)}.${type}`);
}

/** A name that every system takes for a file. */
export const fileName = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}.,()-]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'chart';

async function readFont(): Promise<string> {
  const font = await fetch(new URL('../fonts/inter-latin.woff2', import.meta.url));
  const bytes = new Uint8Array(await font.arrayBuffer());
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(signs);
}

function drawPicture(figure: HTMLElement, { title, notes }: PictureText, font: string): string {
  const root = document.documentElement;
  const scheme = root.getAttribute('data-mantine-color-scheme');
  // Nothing is painted before the scheme is set back.
  root.toggleAttribute('data-copying', true);
  root.setAttribute('data-mantine-color-scheme', 'light');
  try {
    const chart = figure.querySelector<SVGSVGElement>('svg[aria-describedby]');
    const widthPx = Math.max(360, chart?.width.baseVal.value ?? 0);
    const parts = [text(title, { y: paddingPx + 14, size: 16, weight: 600 })];
    let y = paddingPx + titlePx;
    if (chart === null) {
      for (const line of linesOf(figure)) {
        parts.push(
          text(line, { y: y + 26, size: parts.length === 1 ? 32 : 13, weight: parts.length === 1 ? 600 : 400 }),
        );
        y += parts.length === 2 ? 44 : rowPx;
      }
    } else {
      parts.push(`<g transform="translate(${paddingPx}, ${y})">${plainCopy(chart)}</g>`);
      y += chart.height.baseVal.value + 12;
    }
    const legend = legendOf(figure, { y, widthPx });
    y += legend.heightPx;
    for (const note of notes) {
      parts.push(text(note, { y: y + 14, size: 12, weight: 400 }));
      y += rowPx;
    }
    const [width, height] = [widthPx + 2 * paddingPx, y + paddingPx];
    return [
      `<svg xmlns="${svgNamespace}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Inter Variable', system-ui, sans-serif">`,
      `<style>@font-face { font-family: 'Inter Variable'; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) format('woff2'); }</style>`,
      `<title>${escape(title)}</title>`,
      `<rect width="100%" height="100%" fill="#fff"/>`,
      ...parts,
      ...legend.parts,
      '</svg>',
    ].join('\n');
  } finally {
    if (scheme !== null) root.setAttribute('data-mantine-color-scheme', scheme);
    root.toggleAttribute('data-copying', false);
  }
}

/** The lines of a chart without a drawing: one number and its change. */
function linesOf(figure: HTMLElement): string[] {
  return [...figure.querySelectorAll<HTMLElement>('p')]
    .filter((line) => line.closest('figcaption') === null)
    .map((line) => line.innerText.trim())
    .filter(Boolean);
}

/** A copy of a drawing that needs neither the page's style sheets nor its links. */
function plainCopy(chart: SVGSVGElement): string {
  const copy = document.createElementNS(svgNamespace, 'g');
  copyInto(copy, chart);
  return new XMLSerializer().serializeToString(copy);
}

const keptAttributes = /^(x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|width|height|transform|dx|dy|points)$/;

function copyInto(target: Element, source: Element): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) target.append(child.textContent ?? '');
    if (!(child instanceof SVGElement)) continue;
    const style = getComputedStyle(child);
    const isUnseen = style.display === 'none' || (style.fill === 'rgba(0, 0, 0, 0)' && style.stroke === 'none');
    if (isUnseen || child.matches('title') || style.getPropertyValue('opacity') === '0') continue;
    const element = document.createElementNS(svgNamespace, child.tagName === 'a' ? 'g' : child.tagName);
    for (const { name, value } of child.attributes) if (keptAttributes.test(name)) element.setAttribute(name, value);
    if (child.tagName !== 'g' && child.tagName !== 'a')
      for (const name of drawn) element.setAttribute(name, style.getPropertyValue(name));
    copyInto(element, child);
    target.append(element);
  }
}

/** The entries of the legend, in as many rows as they need. */
function legendOf(figure: HTMLElement, { y, widthPx }: { y: number; widthPx: number }) {
  const parts: string[] = [];
  let [left, top] = [0, y];
  for (const entry of figure.querySelectorAll<HTMLElement>('ul li')) {
    const swatch = entry.querySelector('svg');
    const label = (entry.textContent ?? '').trim();
    const swatchPx = swatch?.width.baseVal.value ?? 0;
    const entryPx = swatchPx + 8 + label.length * 7 + 16;
    if (left > 0 && left + entryPx > widthPx) [left, top] = [0, top + rowPx];
    if (swatch) parts.push(`<g transform="translate(${paddingPx + left}, ${top + 4})">${plainCopy(swatch)}</g>`);
    parts.push(text(label, { x: paddingPx + left + swatchPx + 6, y: top + 14, size: 12, weight: 400 }));
    left += entryPx;
  }
  return { parts, heightPx: parts.length === 0 ? 0 : top + rowPx + 4 - y };
}

interface TextPlace {
  x?: number;
  y: number;
  size: number;
  weight: number;
}

const text = (content: string, { x = paddingPx, y, size, weight }: TextPlace): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="#1f242c">${escape(content)}</text>`;

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pngScale;
  canvas.height = image.naturalHeight * pngScale;
  const context = canvas.getContext('2d')!;
  context.scale(pngScale, pngScale);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser cannot draw it.')) : resolve(blob)),
      'image/png',
    );
  });
}
