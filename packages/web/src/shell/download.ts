/** Saves JSON as a file. */
export function downloadJson(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'application/json' }), fileName);
}

/** Saves a file with the browser. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
