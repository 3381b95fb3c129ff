import type { RecordType, Report, Workflow } from '@tallyhook/schemas';
import { numberText } from '@tallyhook/schemas/number-text';
import { nameOfMeasure } from '../builder/measures.ts';

/** How often the number is looked at. */
export const rhythms = {
  '15m': { label: 'every 15 minutes', cron: '*/15 * * * *' },
  '1h': { label: 'every hour', cron: '0 * * * *' },
  '1d': { label: 'every day at 8:00', cron: '0 8 * * *' },
} as const;

export type Rhythm = keyof typeof rhythms;

export interface Alert {
  report: { id: string; name: string; definition: Report };
  /** Whether it tells when the number rises above the limit, or when it falls below. */
  way: 'above' | 'below';
  limit: number;
  /** The record types of the branch. */
  types: readonly RecordType[];
  rhythm: Rhythm;
  /** The email of the person to tell. */
  email: string;
  /** Whether it also tells when the number is back. */
  tellsBack: boolean;
}

/** As many as a loop can have: with an hour between them, 41 days. After that, the next run tells again. */
const maxLooks = 1_000;

const measureOf = ({ measures }: Report) => measures?.[0] ?? { fn: 'count' as const };

/** The limit as the number of the report is shown. */
export function shownLimit({ report, limit, types }: Pick<Alert, 'report' | 'limit' | 'types'>): string {
  const { fn, field } = measureOf(report.definition);
  const isCount = fn === 'count' || fn === 'distinct';
  const asked = types.find(({ name }) => name === report.definition.type)?.fields.find(({ name }) => name === field);
  return numberText(limit, isCount ? undefined : asked?.format);
}

/**
 * A workflow that tells a person when the number of a report passes a limit. The run then looks again until the number
 * has come back, and other runs are skipped meanwhile, so it tells once per crossing.
 */
export function alertWorkflow(alert: Alert): Omit<Workflow, 'name'> {
  const { report, way, limit, rhythm, email, tellsBack } = alert;
  const asked = measureOf(report.definition);
  const measure = nameOfMeasure(asked);
  // An average or extreme of no records is nothing; a count or sum is missing only if the report no longer has it.
  const isAlways = ['count', 'sum', 'distinct'].includes(asked.fn);
  const failWithout = (id: string, step: string): Workflow['steps'] =>
    isAlways
      ? [
          {
            id,
            kind: 'condition',
            name: 'Does the report still have the number?',
            if: { left: numberOf(step), op: 'empty' },
            then: [
              {
                id: `${id}Stop`,
                kind: 'stop',
                as: 'failed',
                message: `The report ${name} was changed and no longer has the number ${measure}: make this alert again.`,
              },
            ],
          },
        ]
      : [];
  const name = report.name.replaceAll(/[{}]/g, '');
  const numberOf = (step: string) => `{{steps.${step}.output.overall.${measure}}}`;
  const shownOf = (step: string) => `{{steps.${step}.output.shown.${measure}}}`;
  const isBack = `${name} is back at ${shownOf('again')}.`;
  const tell = (id: string, message: string): Workflow['steps'][number] => ({
    ...{ id, kind: 'tellPerson', name: 'Tell me', message, to: [email], report: report.id },
  });
  const [op, back] = way === 'above' ? (['gt', 'lte'] as const) : (['lt', 'gte'] as const);
  return {
    trigger: { kind: 'schedule', cron: rhythms[rhythm].cron, missed: 'once' },
    limits: { atMost: 1, whenFull: 'skip' },
    steps: [
      { id: 'look', kind: 'runReport', name: 'Look at the number', report: report.id },
      ...failWithout('has', 'look'),
      {
        id: 'passed',
        kind: 'condition',
        name: `Is it ${way} ${limit}?`,
        if: { left: numberOf('look'), op, right: limit },
        then: [
          tell('tell', `${name} is ${shownOf('look')}, ${way} ${shownLimit(alert)}.`),
          {
            id: 'until',
            kind: 'forEach',
            name: 'Until it is back',
            list: Array.from({ length: maxLooks }, (_, index) => index + 1),
            steps: [
              { id: 'pause', kind: 'wait', for: rhythm },
              { id: 'again', kind: 'runReport', name: 'Look again', report: report.id },
              ...failWithout('stillHas', 'again'),
              {
                id: 'isBack',
                kind: 'condition',
                name: 'Is it back?',
                if: { left: numberOf('again'), op: back, right: limit },
                then: [
                  ...(tellsBack ? [tell('tellBack', isBack)] : []),
                  { id: 'end', kind: 'stop', as: 'completed', message: isBack },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
