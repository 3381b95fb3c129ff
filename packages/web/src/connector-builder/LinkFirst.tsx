import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMarketplace } from '../marketplace/use-marketplace.ts';
import classes from './ConnectorBuilder.module.css';

/** There is no account to try with: the way to one. */
export function LinkFirst({ id }: { id: string }) {
  const { data } = useMarketplace();
  if (data === undefined) return null;
  const isInstalled = data.installed.some(({ connector }) => connector === id);
  const isReleased = data.marketplace.some(({ connector }) => connector === id);
  return (
    <div className={classes.linkFirst}>
      <Text size="sm">
        You have no account to try it with.{' '}
        {!isInstalled &&
          (isReleased
            ? 'Install the connector, then link one.'
            : 'Release a version and install it, then link one. Until then, Send goes without an account.')}
      </Text>
      {isInstalled && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus aria-hidden size={15} />}
          renderRoot={(props) => <Link to="/integrations" search={{ link: id } as never} {...props} />}
        >
          Link account
        </Button>
      )}
      {!isInstalled && isReleased && (
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/marketplace/$connectorId" params={{ connectorId: id }} {...props} />}
        >
          Open it in the marketplace
        </Button>
      )}
    </div>
  );
}
