import type { WorkflowInput } from '@tallyhook/schemas';

/** A value as its input declares it; the service refuses what does not fit. */
export function typedValue(kind: WorkflowInput['kind'] | undefined, text: string): unknown {
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (kind === 'yesNo' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
