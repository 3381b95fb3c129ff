import { PasswordInput } from '@mantine/core';

interface NewPasswordProps {
  label: string;
  description?: string;
  autoComplete: 'new-password' | 'current-password';
  value: string;
  onChange: (value: string) => void;
}

/** A password field with a button that shows it. */
export function NewPassword({ label, description, autoComplete, value, onChange }: NewPasswordProps) {
  return (
    <PasswordInput
      label={label}
      description={description}
      name="password"
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, 'aria-hidden': false }}
    />
  );
}

export const passwordRule = 'At least 12 characters, and not a common password: several words work well.';
