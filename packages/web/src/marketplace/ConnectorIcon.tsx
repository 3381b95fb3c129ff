import { IconPlugConnected } from '@tabler/icons-react';
import classes from './Marketplace.module.css';

/** The icon of a connector. As an image, its SVG runs no scripts and loads nothing. */
export function ConnectorIcon({ icon, isLarge = false }: { icon: string | null; isLarge?: boolean }) {
  return (
    <span className={`${classes.icon} ${isLarge ? classes.large : ''}`}>
      {icon === null ? (
        <IconPlugConnected aria-hidden size={20} stroke={1.75} />
      ) : (
        <img alt="" src={`data:image/svg+xml,${encodeURIComponent(icon)}`} />
      )}
    </span>
  );
}
