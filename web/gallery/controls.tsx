import { useState } from 'react';
import { Button, button } from '../src/ui/button.tsx';
import { CheckBox, RangeSlider, SelectField, TextField } from '../src/ui/fields.tsx';
import { Icon } from '../src/ui/icon.tsx';
import { Link } from '../src/ui/link.tsx';
import { LinkField } from '../src/ui/link-field.tsx';
import { Outcome } from '../src/ui/link-outcome.tsx';
import { Menu } from '../src/ui/menu.tsx';
import { NameForm } from '../src/ui/name-form.tsx';
import { OneButtonForm } from '../src/ui/one-button-form.tsx';
import { Pagination } from '../src/ui/pagination.tsx';
import type { Piece } from './piece.ts';

const looks = Object.keys(button) as (keyof typeof button)[];

function Choosing() {
  const [radius, setRadius] = useState(50);
  return (
    <SelectField
      label="Within"
      value={radius}
      options={[25, 50, 100].map((km) => [km, `${km} km`])}
      onChange={setRadius}
    />
  );
}

function Ticks() {
  const [isOn, setOn] = useState(true);
  return (
    <CheckBox className="flex min-h-11 text-control" isChecked={isOn} onChange={setOn}>
      Only differences
    </CheckBox>
  );
}

function Buttons({ isDisabled = false }: { isDisabled?: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {looks.map((look) => (
        <Button key={look} look={look} disabled={isDisabled} aria-label={look === 'icon' ? look : undefined}>
          {look === 'icon' ? <Icon name="star" /> : look}
        </Button>
      ))}
    </div>
  );
}

function Pasting({ size = 'medium' as 'small' | 'medium' | 'large', isDisabled = false }) {
  const [value, setValue] = useState('');
  return (
    <LinkField
      {...{ value, size, isDisabled }}
      label="Marketplace search link"
      placeholder="Paste a Marketplace search link"
      action="Import cars"
      shortAction="Import"
      onChange={setValue}
      onSubmit={(event) => event.preventDefault()}
    />
  );
}

function Sliding() {
  const [value, setValue] = useState<[number, number]>([20, 80]);
  return (
    <RangeSlider
      value={value}
      labels={['From', 'To']}
      describe={String}
      onChange={setValue}
      onCommit={() => undefined}
    />
  );
}

function Paging({ start, of }: { start: number; of: number }) {
  const [page, setPage] = useState(start);
  return <Pagination page={page} totalPages={of} label={`Page ${start} of ${of}`} onPage={setPage} />;
}

const look = (buttonClass: string, isChoice: boolean) => (
  <Menu
    label={isChoice ? 'A choice' : 'Things to do'}
    button={isChoice ? 'EN' : <Icon name="more" />}
    buttonClass={buttonClass}
    items={['First', 'Second'].map((label, place) => ({
      id: label,
      label,
      run: () => undefined,
      ...(isChoice && { isCurrent: place === 0 }),
    }))}
  />
);

/** Buttons, fields and sliders. */
export const controls: readonly Piece[] = [
  {
    files: ['button.tsx'],
    use: 'Class names for buttons and for links that act as one. One primary a screen: green is the one thing to press.',
    states: [
      { name: 'at rest (hover and focus: try)', shown: <Buttons /> },
      { name: 'disabled', shown: <Buttons isDisabled /> },
    ],
  },
  {
    files: ['link.tsx'],
    use: 'To a place of the app, without loading the page anew. Another site: a plain <a>.',
    states: [
      {
        name: 'in a sentence, and as a button',
        shown: (
          <span className="flex flex-wrap items-center gap-6">
            <Link to="/gallery/" className={button.link}>
              To this page
            </Link>
            <Link to="/gallery/" className={button.secondary}>
              To this page
            </Link>
          </span>
        ),
      },
    ],
  },
  {
    files: ['link-outcome.tsx'],
    use: 'What will come of the link in a field, said before it is sent.',
    states: [
      {
        name: 'can be imported',
        shown: (
          <Outcome
            reading={{ isOk: true, kind: 'search', source: 'facebook', name: 'octavia, Odense' }}
            isPressed={false}
          />
        ),
      },
      { name: 'cannot', shown: <Outcome reading={{ isOk: false, code: 'link_group' }} isPressed={false} /> },
      { name: 'cannot, pressed', shown: <Outcome reading={{ isOk: false, code: 'link_group' }} isPressed /> },
    ],
  },
  {
    files: ['link-field.tsx'],
    use: 'A field with its action inside; the same shape on the home and above the list.',
    states: [
      { name: 'list', shown: <Pasting /> },
      { name: 'home', shown: <Pasting size="large" /> },
      { name: 'one line', shown: <Pasting size="small" /> },
      { name: 'busy', shown: <Pasting isDisabled /> },
    ],
  },
  {
    title: 'TextField',
    files: ['fields.tsx'],
    use: 'A labelled input; every attribute of <input> goes through. Native validation.',
    states: [
      { name: 'empty', shown: <TextField label="E-mail" type="email" placeholder="you@example.dk" /> },
      {
        name: 'with a hint',
        shown: <TextField label="Password" hint="At least 6 characters" type="password" />,
      },
      { name: 'disabled', shown: <TextField label="Code" disabled defaultValue="123456" /> },
    ],
  },
  {
    files: ['name-form.tsx'],
    use: 'A name and its button, in the place of what is named; Escape leaves it as it was.',
    states: [
      {
        name: 'must be given',
        shown: <NameForm label="Name" action="Save" showsLabel onSubmit={() => {}} />,
      },
      {
        name: 'may be empty',
        shown: (
          <NameForm
            label="Name of the search"
            action="Save"
            placeholder="octavia, Odense"
            emptyMeans="Without a name, the search is called after its filters."
            onSubmit={() => {}}
          />
        ),
      },
    ],
  },
  {
    title: 'SelectField',
    files: ['fields.tsx'],
    use: "The browser's own select among the other fields; its label is heard, and seen where one stands above it.",
    states: [{ name: 'chosen', shown: <Choosing /> }],
  },
  {
    title: 'CheckBox',
    files: ['fields.tsx'],
    use: "The browser's own checkbox in the product's colour, with its label.",
    states: [{ name: 'on and off', shown: <Ticks /> }],
  },
  {
    files: ['one-button-form.tsx'],
    use: 'A form with one button; what goes wrong is said in a red box above it.',
    states: [
      {
        name: 'with one field',
        shown: (
          <OneButtonForm submit="Send" onSubmit={async () => null}>
            <TextField label="Code" name="code" />
          </OneButtonForm>
        ),
      },
    ],
  },
  {
    title: 'RangeSlider',
    files: ['fields.tsx'],
    use: 'Two thumbs, positions 0–100. Keep the value in local state; commit when a thumb is let go.',
    states: [{ name: 'between', shown: <Sliding /> }],
  },
  {
    files: ['menu.tsx'],
    use: 'A button with a list behind it: arrow keys walk, Escape and a press outside close.',
    states: [
      { name: 'actions', shown: look(button.icon, false) },
      { name: 'one of several', shown: look(button.plain, true) },
    ],
  },
  {
    files: ['pagination.tsx'],
    use: 'Above and below a list. Up to five numbers around the page (page-window.ts).',
    states: [
      { name: 'first', shown: <Paging start={1} of={12} /> },
      { name: 'middle', shown: <Paging start={6} of={12} /> },
      { name: 'only one', shown: <Paging start={1} of={1} /> },
    ],
  },
];
