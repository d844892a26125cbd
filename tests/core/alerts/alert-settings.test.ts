import { describe, expect, it } from 'vitest';
import { notificationKinds } from '#core/alerts/alert.ts';
import {
  channelNames,
  completeSettings,
  defaultSettings,
  eachChannel,
  outgoingChannelNames,
} from '#core/alerts/settings.ts';
import { storedFixture } from '#tests/support/stored-fixtures.ts';

const stored = storedFixture('ALERTSETTINGS').settings as typeof defaultSettings;

describe('completeSettings', () => {
  it('keeps every choice of stored alert settings', () => {
    expect(completeSettings(stored)).toMatchObject(stored);
  });

  it.each(channelNames)(
    'turns the channel %s on if it was added after the settings were saved, and keeps other choices',
    (added) => {
      const saved = Object.fromEntries(
        channelNames.filter((name) => name !== added).map((name) => [name, false]),
      );
      const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, saved])) as typeof stored.kinds;
      const settings = completeSettings({ ...stored, kinds });
      for (const kind of notificationKinds) expect(settings.kinds[kind]).toEqual({ ...saved, [added]: true });
    },
  );

  it.each(notificationKinds)(
    'gives %s its default settings if it was added after the settings were saved',
    (added) => {
      const { [added]: _, ...kinds } = stored.kinds;
      const settings = completeSettings({ ...stored, kinds: kinds as typeof stored.kinds });
      expect(settings.kinds[added]).toEqual(defaultSettings.kinds[added]);
    },
  );
});

describe('the channels', () => {
  it('every channel but the one in the app is outgoing', () => {
    expect(['in_app', ...outgoingChannelNames]).toEqual([...channelNames]);
    expect(Object.keys(eachChannel(1))).toEqual([...channelNames]);
  });
});
