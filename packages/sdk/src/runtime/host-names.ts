/** A value that can be one or more labels of a host name. */
const labels = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Whether a text is exactly a host as in addresses: lower case, with a port only if it is not the default. */
export function isHost(text: string): boolean {
  if (!URL.canParse(`https://${text}/`)) return false;
  const url = new URL(`https://${text}/`);
  return url.host === text && url.hostname !== '';
}

/** Whether a host with slots is valid once names fill the slots. */
export function renderableAsHost(template: string): boolean {
  return isHost(template.replaceAll(/\{\{.*?\}\}/gs, 'x'));
}

/**
 * Normalizes a host with slots as URL parsing would: lower case, without the default port. Undefined if it is not a
 * host.
 */
export function hostAsRead(template: string, scheme = 'https'): string | undefined {
  const slots = template.match(/\{\{.*?\}\}/gs) ?? [];
  let at = 0;
  const named = `${scheme}://${template.replaceAll(/\{\{.*?\}\}/gs, () => `slot${at++}slot`)}/`;
  if (!URL.canParse(named)) return undefined;
  return new URL(named).host.replaceAll(/slot(\d+)slot/g, (name, index) => slots[Number(index)] ?? name);
}

/** Whether a host ends in at least two literal labels, so that no value decides who owns it. */
export function endsInOwnName(template: string): boolean {
  const written = template.slice(template.lastIndexOf('}}') + 2);
  return !template.includes('}}') || /^\.[^.]+\.[^.]+/.test(written);
}

/** Refuses a host value that is more than labels, such as `evil.example/#`. */
export function guardHost(text: string): string | undefined {
  return labels.test(text) ? undefined : 'is not a host name';
}
