/** Longest address in characters; the service accepts 64 KiB including the headers. */
export const maxAddressLength = 60_000;

/** Whether a text fits into an address next to its other parts. */
export function fitsAddress(text: string): boolean {
  return new URLSearchParams({ q: text }).toString().length < maxAddressLength - 2_000;
}
