import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { noList, NoOption } from '../shell/NoOption.tsx';
import { useFirstOption } from '../shell/use-first-option.ts';
import { findOptions } from './find-options.ts';
import classes from './Picker.module.css';

export interface PickerOption {
  value: string;
  label: string;
  /** The group heading in the list. */
  group?: string;
  /** Extra search text without punctuation: `america new york`. */
  searchText?: string;
}

export interface PickerProps {
  /** The accessible name of the choice: `Grouped by`. */
  label: string;
  /** The button text. */
  text: string;
  options: readonly PickerOption[];
  /** The ticked values. */
  chosen: readonly string[];
  onPick: (value: string) => void;
  /** Removes the part, on Backspace and Delete. */
  onRemove?: () => void;
  /** Whether several options can be ticked; the list then stays open. */
  isMany?: boolean;
  /** Whether nothing is picked yet. */
  isEmpty?: boolean;
  /** Whether the current choice has a problem. */
  isWrong?: boolean;
  /** Whether text that is not in the list can be taken as a value. */
  takesText?: boolean;
  /** Overrides the default search for the typed text. */
  find?: (typed: string) => readonly PickerOption[];
  /** Message for an empty list. */
  emptyText?: string | undefined;
  /** Whether more options are loading. */
  isLoading?: boolean;
  /** Whether picking creates something new that takes the focus. */
  isAdding?: boolean;
}

/**
 * A word in the sentence that opens a list: type to filter, arrows to move, Enter to pick, Backspace to remove the
 * part.
 */
export function Picker(props: PickerProps) {
  const {
    label,
    text,
    options,
    chosen,
    onPick,
    onRemove,
    isMany = false,
    isEmpty,
    isWrong,
    takesText = false,
    find = (typed: string) => findOptions(options, typed, { chosen, isMany, takesText }),
    emptyText = 'No matches',
    isLoading = false,
    isAdding = false,
  } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.selectActiveOption();
    },
  });
  const found = find(search.trim());
  const hasOptions = found.length > 0;
  useFirstOption(combobox, search, found[0]?.value);

  function onKeyDown(event: KeyboardEvent) {
    if ((event.key === 'Backspace' || event.key === 'Delete') && onRemove !== undefined) {
      event.preventDefault();
      // The focus moves on to the next part, which a repeating key would remove too.
      if (!event.repeat) onRemove();
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      // Keys pressed before the search field has the focus belong to its text.
      setSearch((before) => before + event.key);
      combobox.openDropdown();
    }
  }
  function submit(value: string) {
    onPick(value);
    if (isMany) {
      setSearch('');
      return;
    }
    combobox.closeDropdown();
    if (!isAdding) combobox.focusTarget();
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal={false}
      position="bottom-start"
      width={260}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.word}
          data-empty={isEmpty || undefined}
          data-wrong={isWrong || undefined}
          aria-label={`${label}: ${text}`}
          onClick={() => combobox.toggleDropdown()}
          onKeyDown={onKeyDown}
        >
          <span className={classes.text}>{text}</span>
          <IconChevronDown aria-hidden size={14} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Search
          role="combobox"
          {...(hasOptions ? { 'aria-expanded': true } : noList)}
          value={search}
          placeholder="Type to search"
          aria-label={`${label}: type to search`}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.focusTarget();
            // A repeating Backspace erases text but never unticks an option.
            if (event.key !== 'Backspace' || event.repeat || search !== '' || !isMany) return;
            if (chosen.length > 0) onPick(chosen.at(-1)!);
          }}
        />
        {hasOptions && (
          <Combobox.Options className={classes.options} aria-label={label} aria-multiselectable={isMany || undefined}>
            {groupsOf(found).map(([group, items]) =>
              group === '' ? (
                items.map(option)
              ) : (
                <Combobox.Group key={group} label={group}>
                  {items.map(option)}
                </Combobox.Group>
              ),
            )}
          </Combobox.Options>
        )}
        <NoOption text={isLoading ? 'Loading …' : hasOptions ? undefined : emptyText} />
      </Combobox.Dropdown>
    </Combobox>
  );

  function option({ value, label: name }: PickerOption) {
    const isChosen = chosen.includes(value);
    return (
      <Combobox.Option key={value} value={value} active={isChosen} aria-selected={isChosen}>
        <span className={classes.option}>
          <IconCheck aria-hidden size={14} className={classes.check} data-chosen={isChosen || undefined} />
          <span>{name}</span>
        </span>
      </Combobox.Option>
    );
  }
}

function groupsOf(options: readonly PickerOption[]): [string, PickerOption[]][] {
  return [...Map.groupBy(options, ({ group = '' }) => group)];
}
