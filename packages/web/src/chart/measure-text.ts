/** Font size of text in charts. */
export const fontSizePx = 12;

let context: CanvasRenderingContext2D | null | undefined;

/** Measures the width of a text in a chart, in pixels. */
export function measureText(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 7;
  context.font = `${fontSizePx}px 'Inter Variable', system-ui, sans-serif`;
  return context.measureText(text).width;
}
