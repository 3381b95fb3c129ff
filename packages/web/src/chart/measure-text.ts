/** The size of the texts in charts. */
export const fontSizePx = 12;

let context: CanvasRenderingContext2D | null | undefined;

/** How wide a text of a chart is. */
export function measureText(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 7;
  context.font = `${fontSizePx}px 'Inter Variable', system-ui, sans-serif`;
  return context.measureText(text).width;
}
