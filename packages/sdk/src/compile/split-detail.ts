/** What is wrong, and what to do: "unknown key; did you mean …" is both in one sentence. */
export function splitDetail(detail: string): { message: string; advice: string | undefined } {
  const [message = detail, advice] = detail.split(/; (?=did you mean|known keys|add it|keep one|expected )/);
  return { message, advice };
}
