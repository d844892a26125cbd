import { type ReactNode, useState } from 'react';
import { paths } from '../src/paths.ts';
import { Button } from '../src/ui/button.tsx';
import { LoadError } from '../src/ui/load-error.tsx';
import { EmptyState, FactList, MessageBox, ScreenNotice, useTitle } from '../src/ui/messages.tsx';
import { ConfirmDialog, Modal } from '../src/ui/modal.tsx';
import { Notices, notify } from '../src/ui/notices.tsx';
import type { Piece } from './piece.ts';

function Opened({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

const dialog = (name: string, wide: boolean) => (
  <Opened name={name}>
    {(close) => (
      <Modal title="A dialog" wide={wide} onClose={close}>
        <p className="text-body text-ink-2">Escape, the cross and a press beside it close it.</p>
      </Modal>
    )}
  </Opened>
);

function Titled() {
  useTitle('Gallery');
  return <p className="text-meta text-ink-2">See the name of this window.</p>;
}

const said = (name: string, undo?: () => void) => (
  <Button look="secondary" onClick={() => notify('The car is off your list.', undo)}>
    {name}
  </Button>
);

/** Messages and dialogs. */
export const messages: readonly Piece[] = [
  {
    title: 'LoadError',
    files: ['load-error.tsx'],
    use: 'Why something could not be loaded, and the way to try again.',
    states: [
      {
        name: 'with what failed before the reason',
        shown: (
          <LoadError
            error={new TypeError('Failed to fetch')}
            lead="Your lists could not be loaded."
            onRetry={() => undefined}
            className=""
          />
        ),
      },
    ],
  },
  {
    title: 'MessageBox',
    files: ['messages.tsx'],
    use: 'A result beside the thing it belongs to. An error is announced at once.',
    states: [
      ...(['error', 'success', 'warning'] as const).map((kind) => ({
        name: kind,
        shown: <MessageBox kind={kind}>What happened, and what can be done.</MessageBox>,
      })),
      {
        name: 'to be closed',
        shown: (
          <MessageBox kind="success" onDismiss={() => undefined}>
            Saved.
          </MessageBox>
        ),
      },
    ],
  },
  {
    files: ['notices.tsx'],
    use: 'In passing, for six seconds, with the way back where there is one. At most three.',
    states: [
      { name: 'plain', shown: said('Say it') },
      { name: 'with a way back', shown: said('Say it with undo', () => notify('It is back.')) },
      { name: 'where they appear', shown: <Notices /> },
    ],
  },
  {
    title: 'Modal',
    files: ['modal.tsx'],
    use: 'For a task beside the page. Mount it to open it; a dialog of another form takes the hook alone.',
    states: [
      { name: 'narrow', shown: dialog('Open', false) },
      { name: 'wide', shown: dialog('Open wide', true) },
    ],
  },
  {
    title: 'ConfirmDialog',
    files: ['modal.tsx'],
    use: 'Only before what cannot be undone. Keeping things as they are is the first choice.',
    states: [
      {
        name: 'asking',
        shown: (
          <Opened name="Ask">
            {(close) => (
              <ConfirmDialog
                title="Delete this list?"
                text="Its cars stay where they are."
                confirm="Delete"
                keep="Keep it"
                onConfirm={() => undefined}
                onClose={close}
              />
            )}
          </Opened>
        ),
      },
    ],
  },
  {
    title: 'EmptyState',
    files: ['messages.tsx'],
    use: 'Where nothing is: a sentence, what to do, the way there.',
    states: [
      { name: 'words', shown: <EmptyState title="No cars yet" text="Paste a link above to import some." /> },
      {
        name: 'with a way',
        shown: (
          <EmptyState title="No cars match" text="Take a filter away.">
            <Button look="primary">Reset</Button>
          </EmptyState>
        ),
      },
    ],
  },
  {
    title: 'ScreenNotice',
    files: ['messages.tsx'],
    use: 'A whole screen that has nothing to show to this reader, with the one way on.',
    states: [
      {
        name: 'for the signed-out',
        shown: (
          <ScreenNotice
            heading="Notifications"
            title="Log in to see your notifications"
            text="They are kept with your account."
            to={paths.login}
            action="Log in"
          />
        ),
      },
    ],
  },
  {
    title: 'FactList',
    files: ['messages.tsx'],
    use: 'Names and values under thin rules.',
    states: [
      {
        name: 'facts',
        shown: (
          <FactList
            rows={[
              ['Model year', '2018'],
              ['Mileage', '111.000 km'],
              ['Inspection', '-'],
            ]}
          />
        ),
      },
    ],
  },
  {
    files: ['navigation.ts'],
    use: 'Leads to a place of the app and reads what its address asks for; names the window, for pages whose texts come with them.',
    states: [{ name: 'named', shown: <Titled /> }],
  },
];
