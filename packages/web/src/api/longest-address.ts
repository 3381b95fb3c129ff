/** How many characters an address has at most: with the headers, the service takes 64 KiB. */
export const longestAddress = 60_000;

/** Whether a text fits into an address beside what else stands in one. */
export function fitsAddress(text: string): boolean {
  return new URLSearchParams({ q: text }).toString().length < longestAddress - 2_000;
}
