import { Button, NativeSelect, SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { AppCards } from '../apps/AppCards.tsx';
import { listApps } from '../apps/list-apps.ts';
import { useApps } from '../apps/use-apps.ts';
import { ErrorNote } from '../shell/ErrorNote.tsx';
import { PageHeading } from '../shell/PageHeading.tsx';
import { describeCategory } from './categories.ts';
import { ConnectorIcon } from './ConnectorIcon.tsx';
import { findOffers, listOffers, type Offer, type OfferSearch } from './find-offers.ts';
import classes from './Marketplace.module.css';
import { useMarketplace } from './use-marketplace.ts';

/** The apps and connectors that the workspace can install. */
export function MarketplacePage() {
  const { data, error, refetch } = useMarketplace();
  return (
    <>
      <PageHeading title="Marketplace" />
      {error !== null && (
        <ErrorNote title="Couldn't load the marketplace" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && <Offers offers={listOffers(data)} />}
    </>
  );
}

function Offers({ offers }: { offers: readonly Offer[] }) {
  const search = useSearch({ from: '/marketplace' });
  const navigate = useNavigate({ from: '/marketplace' });
  const found = findOffers(offers, search);
  const { data: allApps } = useApps();
  const apps = allApps === undefined ? [] : listApps(allApps, search);
  const change = (change: OfferSearch) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ search: Object.fromEntries(next) as OfferSearch, replace: true });
  };
  const categories = [...new Set(offers.flatMap((offer) => offer.categories))].toSorted();
  const updates = offers.filter(({ state }) => state === 'update').length;
  const installed = offers.filter(({ state }) => state !== 'none').length;
  return (
    <>
      <div className={classes.toolbar}>
        <TextInput
          type="search"
          w={240}
          aria-label="Search connectors"
          placeholder="Search connectors"
          leftSection={<IconSearch aria-hidden size={15} />}
          value={search.find ?? ''}
          onChange={({ currentTarget }) => change({ find: currentTarget.value })}
        />
        <NativeSelect
          aria-label="Category"
          data={[
            { value: '', label: 'All categories' },
            ...categories.map((value) => ({ value, label: describeCategory(value) })),
          ]}
          value={search.category ?? ''}
          onChange={({ currentTarget }) => change({ category: currentTarget.value })}
        />
        {allApps !== undefined && (
          <NativeSelect
            aria-label="Kind"
            data={[
              { value: '', label: 'Apps and connectors' },
              { value: 'apps', label: 'Apps' },
              { value: 'connectors', label: 'Connectors' },
            ]}
            value={search.kind ?? ''}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
          />
        )}
        <NativeSelect
          aria-label="Sort"
          data={[
            { value: '', label: 'Name, A to Z' },
            { value: 'name-down', label: 'Name, Z to A' },
          ]}
          value={search.sort ?? ''}
          onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: '', label: `All ${offers.length}` },
            { value: 'installed', label: `Installed ${installed}` },
            { value: 'update', label: `Updates ${updates}` },
          ]}
          value={search.state ?? ''}
          onChange={(state) => change({ state })}
        />
        <Text role="status" className={classes.counted}>
          {found.length === offers.length ? `${offers.length} connectors` : `${found.length} of ${offers.length}`}
        </Text>
      </div>
      {apps.length > 0 && (
        <section aria-labelledby="apps" className={classes.section}>
          <h2 id="apps">Apps</h2>
          <AppCards apps={apps} />
        </section>
      )}
      {found.length > 0 && <h2 className={classes.sectionTitle}>Connectors</h2>}
      {found.length === 0 && apps.length > 0 ? null : found.length === 0 ? (
        <div className={classes.none}>
          <Text>0 of {offers.length}. Nothing fits what you search for.</Text>
          <Button variant="default" onClick={() => change({ find: '', category: '', state: '', kind: '' })}>
            Show all connectors
          </Button>
        </div>
      ) : (
        <ul className={classes.cards} aria-label="Connectors">
          {found.map((offer) => (
            <OfferCard key={offer.connector} offer={offer} />
          ))}
        </ul>
      )}
    </>
  );
}

function OfferCard({ offer }: { offer: Offer }) {
  const { connector, name, description, categories, icon, state, version, isPublic } = offer;
  return (
    <li className={classes.card}>
      <ConnectorIcon icon={icon} />
      <div className={classes.words}>
        <h3 className={classes.name}>
          <Link to="/marketplace/$connectorId" params={{ connectorId: connector }}>
            {name}
          </Link>
        </h3>
        <p className={classes.sentence}>{description}</p>
        <p className={classes.foot}>
          <span>{categories.map(describeCategory).join(', ')}</span>
          {!isPublic && <span>Only in this workspace</span>}
          {state === 'installed' && (
            <span className={classes.good}>
              <IconCircleCheck aria-hidden size={14} /> Installed
            </span>
          )}
          {state === 'update' && (
            <span className={classes.update}>
              <IconRefresh aria-hidden size={14} /> Update to {version}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
