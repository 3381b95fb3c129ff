/** A value that may stand for labels of a host name. */
const labels = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Whether a text is exactly a host as addresses show it: lower case, with a port only where it is not the usual one. */
export function isHost(text: string): boolean {
  if (!URL.canParse(`https://${text}/`)) return false;
  const url = new URL(`https://${text}/`);
  return url.host === text && url.hostname !== '';
}

/** Whether a host that may hold slots is one when names stand in the slots. */
export function renderableAsHost(template: string): boolean {
  return isHost(template.replaceAll(/\{\{.*?\}\}/gs, 'x'));
}

/**
 * A host that may hold slots, as the address that it stands in shows it once it is read: in lower case, without the port
 * that is usual. undefined for what is no host.
 */
export function hostAsRead(template: string, scheme = 'https'): string | undefined {
  const slots = template.match(/\{\{.*?\}\}/gs) ?? [];
  let at = 0;
  const named = `${scheme}://${template.replaceAll(/\{\{.*?\}\}/gs, () => `slot${at++}slot`)}/`;
  if (!URL.canParse(named)) return undefined;
  return new URL(named).host.replaceAll(/slot(\d+)slot/g, (name, index) => slots[Number(index)] ?? name);
}

/** Whether a host ends in at least two labels that are written out, so that no value decides whose it is. */
export function endsInOwnName(template: string): boolean {
  const written = template.slice(template.lastIndexOf('}}') + 2);
  return !template.includes('}}') || /^\.[^.]+\.[^.]+/.test(written);
}

/** Refuses a value in a host that would be more than labels, such as `evil.example/#`. */
export function guardHost(text: string): string | undefined {
  return labels.test(text) ? undefined : 'is not a host name';
}
