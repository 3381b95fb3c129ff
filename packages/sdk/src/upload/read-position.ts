import type { ConfirmedPosition } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { Answer } from '../runtime/answer.ts';
import { renderTemplate } from '../templates/render.ts';

/**
 * Reads how many bytes from the start of the file the service has; undefined if the answer does not say.
 * @throws ActionError `fatal` for a value that does not have the declared form.
 */
export function readPosition({ path, as }: ConfirmedPosition, answer: Answer): number | undefined {
  const value = renderTemplate(`{{${path}}}`, { response: answer }, { place: path });
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const bytes = readers[as](text);
  if (bytes !== undefined && Number.isSafeInteger(bytes)) return bytes;
  const shown = JSON.stringify(value).slice(0, 100);
  const reason = as.startsWith('range') && isRange(text) ? ', because it is not a range from byte 0' : '';
  throw new ActionError('fatal', `${path} does not say how much of the file has arrived${reason}: ${shown}`, {
    status: answer.status,
    mayHaveArrived: true,
  });
}

// Google sends the range with and without a unit; others format it like Content-Range.
const range = /^(?:bytes[= ]\s*)?(\d+)-(\d+)(?:\/(?:\d+|\*))?$/i;

const isRange = (text: string): boolean => range.test(text);

const readers: Record<ConfirmedPosition['as'], (text: string) => number | undefined> = {
  offset: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
  // A range that does not start at 0 does not say what the service has before it.
  range: (text) => {
    const match = range.exec(text);
    return match === null || Number(match[1]) !== 0 ? undefined : Number(match[2]) + 1;
  },
  rangeExclusive: (text) => {
    const match = range.exec(text);
    return match === null || Number(match[1]) !== 0 ? undefined : Number(match[2]);
  },
  missing: (text) => {
    const match = /^(?:bytes[= ]\s*)?(\d+)-\d*$/i.exec(text);
    return match === null ? undefined : Number(match[1]);
  },
};
