import { TemplateField, type TemplateFieldProps } from './TemplateField.tsx';
import { useTypedText } from './use-typed-text.ts';
import { plainText } from './with-key.ts';

interface TypedFieldProps extends Omit<TemplateFieldProps, 'value' | 'onChange'> {
  value: unknown;
  show?: (value: unknown) => string;
  /** What a text means. */
  read: (text: string) => unknown;
  onChange: (value: unknown) => void;
}

/** A text in which values of earlier steps can stand, and that means a number, a list or another value. */
export function TypedField({ value, show = plainText, read, onChange, ...others }: TypedFieldProps) {
  const [text, setText] = useTypedText(value, { show, read });
  return (
    <TemplateField
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(read(next));
      }}
      {...others}
    />
  );
}
