import { Tooltip } from '@mantine/core';
import { chartKinds, chartNames, whyNotChart, type ChartKind } from '@tallyhook/schemas/chart-fits';
import { IconChartBar, IconChartLine, IconChartPie, IconNumber123, IconTable } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { AskedField } from '@tallyhook/schemas/api';
import type { Draft } from './draft.ts';
import { SentencePart } from './SentencePart.tsx';
import classes from './Sentence.module.css';

const icons = {
  bars: IconChartBar,
  line: IconChartLine,
  pie: IconChartPie,
  number: IconNumber123,
  table: IconTable,
} as const;

export interface ChartKindsProps {
  draft: Draft;
  fields: readonly AskedField[];
  onPick: (chart: ChartKind) => void;
}

/** Picks the chart kind. Kinds that cannot show the question stay in the list and say why. */
export function ChartKinds({ draft, fields, onPick }: ChartKindsProps) {
  const buttons = useRef(new Map<ChartKind, HTMLButtonElement>());
  const [refused, setRefused] = useState<string>();

  function pick(kind: ChartKind) {
    const why = whyNotChart(kind, draft, fields);
    setRefused(why);
    if (why === undefined && kind !== draft.chart) onPick(kind);
  }
  function onKeyDown(event: KeyboardEvent, kind: ChartKind) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = chartKinds[(chartKinds.indexOf(kind) + step + chartKinds.length) % chartKinds.length]!;
    buttons.current.get(next)?.focus();
    pick(next);
  }

  return (
    <SentencePart label="Shown as">
      <div className={classes.kinds} role="radiogroup" aria-label="Shown as">
        {chartKinds.map((kind) => {
          const why = whyNotChart(kind, draft, fields);
          const isChosen = draft.chart === kind;
          const Icon = icons[kind];
          return (
            <Tooltip key={kind} label={why ?? chartNames[kind].label} withinPortal={false} events={tooltipEvents}>
              <button
                type="button"
                role="radio"
                ref={(button) => {
                  if (button !== null) buttons.current.set(kind, button);
                }}
                className={classes.kind}
                aria-checked={isChosen}
                aria-disabled={why !== undefined && !isChosen}
                aria-description={why}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => pick(kind)}
                onKeyDown={(event) => onKeyDown(event, kind)}
              >
                <Icon aria-hidden size={16} />
                <span className={classes.kindName}>{chartNames[kind].label}</span>
              </button>
            </Tooltip>
          );
        })}
      </div>
      <p className={classes.hint}>{whyNotChart(draft.chart, draft, fields) ?? refused}</p>
    </SentencePart>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };
