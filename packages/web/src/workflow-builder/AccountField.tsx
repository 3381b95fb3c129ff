import { NativeSelect, Text } from '@mantine/core';
import { useBuilderData } from './builder-data.ts';
import type { FieldProps } from './field-props.ts';

/** The linked account of a step. The definition only has a name for it, so that it can be moved elsewhere. */
export function AccountField({ of, fault, accounts, onAccount, set }: FieldProps) {
  const data = useBuilderData();
  const connector = of.kind === 'httpRequest' ? 'http' : of.connector;
  if (typeof connector !== 'string' || connector === '') return null;
  const name = typeof of.account === 'string' ? of.account : connector;
  const offered = data.accounts.filter((account) => account.connector === connector && account.stopped === null);
  const isOptional = of.kind === 'httpRequest';
  return (
    <div>
      <NativeSelect
        label="Account"
        data={[
          { value: '', label: isOptional ? 'None' : 'Choose' },
          ...offered.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={isOptional && of.account === undefined ? '' : (accounts[name] ?? '')}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          if (isOptional) set('account', value === '' ? undefined : name);
          onAccount(name, value || undefined);
        }}
      />
      {offered.length === 0 && !isOptional && (
        <Text size="xs">
          No account of this connector is linked yet. Link one with <code>tallyhook accounts link {connector}</code>.
        </Text>
      )}
    </div>
  );
}
