import classes from './Chart.module.css';
import type { HintRows } from './hint-rows.ts';
import { measureText } from './measure-text.ts';
import { paintBox } from './palette.ts';
import type { MarkHint } from './use-marks.ts';

export interface HintProps {
  mark: MarkHint;
  /** Every series of the mark's group; without it, the tooltip is the text of the mark. */
  rows: HintRows | undefined;
  chartWidthPx: number;
}

const gapPx = 10;
/** Padding, swatch and the space between the name and the figure. */
const besideTextPx = 62;
const rowPx = 18;

/** The visible tooltip of a mark; screen readers get the text of the mark as its name. */
export function Hint({ mark, rows, chartWidthPx }: HintProps) {
  if (rows === undefined) {
    const half = Math.min(chartWidthPx, measureText(mark.text) + 20) / 2;
    const middle = mark.leftPx + mark.widthPx / 2;
    const left = Math.min(Math.max(middle, half), Math.max(half, chartWidthPx - half));
    return (
      <div className={`${classes.hint} ${classes.above}`} aria-hidden style={{ left, top: mark.topPx - 6 }}>
        {mark.text}
      </div>
    );
  }
  return (
    <div className={classes.hint} aria-hidden style={placeBeside(mark, rows, chartWidthPx)}>
      <p className={classes.hintTitle}>{rows.title}</p>
      <table>
        <tbody>
          {rows.rows.map(({ label, value, paint, series }) => (
            <tr key={series} data-current={series === mark.series || undefined}>
              <td>
                <svg width={9} height={9}>
                  <rect {...paintBox({ x: 0, y: 0, width: 9, height: 9 }, paint)} rx={2} />
                </svg>
                {label}
              </td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
        {rows.total !== undefined && (
          <tfoot>
            <tr>
              <td>Total</td>
              <td>{rows.total}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Right of the mark, or left of it if there is no room, and never outside the chart. */
function placeBeside({ leftPx, topPx, widthPx }: MarkHint, rows: HintRows, chartWidthPx: number) {
  const widths = rows.rows.map(({ label, value }) => measureText(label) + measureText(value) + besideTextPx);
  const needed = Math.min(chartWidthPx, Math.max(measureText(rows.title) + 24, ...widths));
  const right = leftPx + widthPx + gapPx;
  const isRight = right + needed <= chartWidthPx;
  const left = isRight ? right : Math.max(0, leftPx - gapPx - needed);
  const heightPx = (rows.rows.length + (rows.total === undefined ? 1 : 2)) * rowPx + 16;
  return { left, top: Math.max(0, topPx - heightPx / 2), maxWidth: chartWidthPx };
}
