import { secretForms } from './secret-forms.ts';

/** A form of a secret, and which secret it is. */
interface Form {
  bytes: Buffer;
  name: string;
}

/** So many bytes are compared at each place that is looked at. */
const gramBytes = 4;
const bitmapBits = 20;

/**
 * Returns a function that names the secrets found in some bytes, in any of their forms. It looks only at every n-th place,
 * where n is so small that each form covers at least one of them, so that a database of hundreds of megabytes takes
 * less than a second.
 * @throws Error for a secret that is too short to be recognised
 */
export function createFinder(secrets: ReadonlyMap<string, string>): (bytes: Buffer) => string[] {
  const forms = [...secrets].flatMap(([name, secret]) =>
    secretForms(secret).map((form): Form => ({ bytes: Buffer.from(form), name })),
  );
  const shortest = Math.min(...forms.map(({ bytes }) => bytes.length));
  if (shortest < 12) throw new Error(`one form of a secret has only ${shortest} bytes`);
  const stride = shortest - gramBytes + 1;
  const { bitmap, grams } = indexForms(forms, stride);
  return (bytes) => {
    const found = new Set<string>();
    for (let at = 0; at + gramBytes <= bytes.length; at += stride) {
      const gram = bytes.readUInt32LE(at);
      if (bitmap[slotOf(gram)] === 0) continue;
      for (const { form, offset } of grams.get(gram) ?? []) {
        const start = at - offset;
        const end = start + form.bytes.length;
        if (start >= 0 && end <= bytes.length && bytes.compare(form.bytes, 0, form.bytes.length, start, end) === 0)
          found.add(form.name);
      }
    }
    return [...found];
  };
}

interface Gram {
  form: Form;
  offset: number;
}

/** The first `stride` offsets of a form are enough: one of them is at a place that is looked at. */
function indexForms(forms: readonly Form[], stride: number): { bitmap: Uint8Array; grams: Map<number, Gram[]> } {
  const bitmap = new Uint8Array(2 ** bitmapBits);
  const grams = new Map<number, Gram[]>();
  for (const form of forms)
    for (let offset = 0; offset < stride; offset++) {
      const gram = form.bytes.readUInt32LE(offset);
      bitmap[slotOf(gram)] = 1;
      grams.set(gram, [...(grams.get(gram) ?? []), { form, offset }]);
    }
  return { bitmap, grams };
}

const slotOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - bitmapBits);
