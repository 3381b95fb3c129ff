import { useId, useState, type KeyboardEvent } from 'react';
import { IconCheck } from '@tabler/icons-react';
import classes from './Editors.module.css';

export interface ListedOption {
  value: string;
  label: string;
}

export interface OptionListProps {
  label: string;
  options: readonly ListedOption[];
  chosen: readonly string[];
  isMany: boolean;
  /** Text that was typed to open the list. */
  initialText?: string | undefined;
  /** Called with the typed text, if the options come from the service. */
  onSearch?: (text: string) => void;
  isLoading?: boolean;
  onChange: (chosen: string[]) => void;
  /** The person is done: with a key that moves on, or by choosing. */
  onDone: (key: 'Enter' | 'Tab' | 'ShiftTab') => void;
  onCancel: () => void;
}

/** A searchable list of values: type to filter, arrows to move, Enter to take. */
export function OptionList(props: OptionListProps) {
  const { label, options, chosen, isMany, initialText = '', onSearch, isLoading = false } = props;
  const [text, setText] = useState(initialText);
  const [active, setActive] = useState(0);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const found = onSearch ? options : options.filter((one) => one.label.toLowerCase().includes(wanted));
  const current = found[Math.min(active, found.length - 1)];

  function take(option: ListedOption | undefined) {
    if (option === undefined) return;
    const isChosen = chosen.includes(option.value);
    if (!isMany) {
      props.onChange([option.value]);
      return props.onDone('Enter');
    }
    props.onChange(isChosen ? chosen.filter((one) => one !== option.value) : [...chosen, option.value]);
    search('');
  }
  function search(typed: string) {
    setText(typed);
    setActive(0);
    onSearch?.(typed);
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isMany && text === '' && (event.ctrlKey || event.metaKey)) props.onDone('Enter');
      else take(current);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      props.onDone(event.shiftKey ? 'ShiftTab' : 'Tab');
    } else if (event.key === 'Escape') props.onCancel();
    else if (event.key === 'Backspace' && text === '' && chosen.length > 0) props.onChange(chosen.slice(0, -1));
  }
  return (
    <div className={classes.list}>
      <input
        className={classes.search}
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current === undefined ? undefined : `${id}-${current.value}`}
        placeholder="Type to search"
        autoFocus
        value={text}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable={isMany || undefined}>
        {found.map((option) => (
          <li
            key={option.value}
            id={`${id}-${option.value}`}
            role="option"
            aria-selected={chosen.includes(option.value)}
            data-active={option === current || undefined}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            <IconCheck aria-hidden size={14} data-chosen={chosen.includes(option.value) || undefined} />
            <span>{option.label}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{isLoading ? 'Loading …' : 'No matches'}</p>}
      {!isMany && chosen.length > 0 && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            props.onChange([]);
            props.onDone('Enter');
          }}
        >
          Clear
        </button>
      )}
    </div>
  );
}
