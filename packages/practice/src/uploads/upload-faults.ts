/** The fault of one request. `stored-` means that its bytes, or its session, are kept and only the answer is lost. */
export interface UploadFault {
  /** As it was set, such as `piece@2:500:3`. */
  text: string;
  effect: string;
}

/** The kind of a request in an upload. */
export type UploadPlace = { kind: 'start' } | { kind: 'status' } | { kind: 'piece'; number: number; isLast: boolean };

const failing = ['500', '502', '503', '504', '408', '429', '401', '403', '404', 'reset', 'hang'];
const stored = ['stored-reset', 'stored-hang', 'stored-500'];
const ofPieces = [...failing, ...stored, 'redirect', 'early-413'];
const ofLast = [...ofPieces, '308', '202', '206'];

/** The accepted formats, for error messages. */
export const faultForms = [
  'start:500:K',
  'status:500:K',
  'piece@N:500:K',
  'piece@N:partial=262144:K',
  'last:308:K',
  'redirect',
  'early-413',
  '(K: number of times; * for always; default once)',
] as const;

interface WaitingFault {
  text: string;
  target: string;
  effect: string;
  left: number;
}

export interface UploadFaults {
  set(texts: readonly string[]): void;
  /** Returns the first fault that applies to such a request and decrements its count. */
  take(place: UploadPlace): UploadFault | null;
  /** Whether a fault without a limit is waiting for the last piece. */
  holdsLast(): boolean;
  waiting(): string[];
}

/** Reads faults; null if one of them is invalid. */
export function readUploadFaults(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((item): item is string => typeof item === 'string' && parse(item) !== null) ? value : null;
}

export function createUploadFaults(): UploadFaults {
  let faults: WaitingFault[] = [];
  return {
    set: (texts) => void (faults = texts.flatMap((text) => parse(text) ?? [])),
    take(place) {
      const fault = faults.find(({ target, left }) => left > 0 && isMeant(target, place));
      if (fault === undefined) return null;
      fault.left--;
      return { text: fault.text, effect: fault.effect };
    },
    holdsLast: () => faults.some(({ target, effect, left }) => target === 'last' && /^\d/.test(effect) && left > 1e6),
    waiting: () => faults.filter(({ left }) => left > 0).map(({ text }) => text),
  };
}

function isMeant(target: string, place: UploadPlace): boolean {
  if (place.kind !== 'piece') return target === place.kind;
  return target === 'piece' || target === `piece@${place.number}` || (target === 'last' && place.isLast);
}

function parse(text: string): WaitingFault | null {
  const [first = '', ...rest] = text.split(':');
  const isBare = first === 'redirect' || first === 'early-413';
  const [target, effect, times = '1', ...more] = isBare
    ? ['piece', first, ...rest]
    : [first, rest[0] ?? '', ...rest.slice(1)];
  const left = times === '*' ? Infinity : /^[1-9]\d{0,5}$/.test(times) ? Number(times) : 0;
  if (left === 0 || more.length > 0 || !effectsOf(target).some((known) => matches(known, effect))) return null;
  return { text, target, effect, left };
}

function effectsOf(target: string): readonly string[] {
  if (target === 'start') return [...failing, ...stored];
  if (target === 'status') return failing;
  if (target === 'last') return ofLast;
  return target === 'piece' || /^piece@[1-9]\d{0,6}$/.test(target) ? [...ofPieces, 'partial='] : [];
}

function matches(known: string, effect: string): boolean {
  return known === 'partial=' ? /^partial=\d{1,12}$/.test(effect) : known === effect;
}
