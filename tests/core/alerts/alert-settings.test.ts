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

describe('settings of alerts that were saved before', () => {
  it('keep all that was chosen', () => {
    expect(completeSettings(stored)).toMatchObject(stored);
  });

  it.each(channelNames)(
    'tell on the channel %s if it was added since, and keep every other choice',
    (added) => {
      const saved = Object.fromEntries(
        channelNames.filter((name) => name !== added).map((name) => [name, false]),
      );
      const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, saved])) as typeof stored.kinds;
      const settings = completeSettings({ ...stored, kinds });
      for (const kind of notificationKinds) expect(settings.kinds[kind]).toEqual({ ...saved, [added]: true });
    },
  );

  it.each(notificationKinds)('tell of %s if it was added since', (added) => {
    const { [added]: _, ...kinds } = stored.kinds;
    const settings = completeSettings({ ...stored, kinds: kinds as typeof stored.kinds });
    expect(settings.kinds[added]).toEqual(defaultSettings.kinds[added]);
  });
});

describe('the channels', () => {
  it('are the app and the channels that lead out of it, and one value is made for each', () => {
    expect(['in_app', ...outgoingChannelNames]).toEqual([...channelNames]);
    expect(Object.keys(eachChannel(1))).toEqual([...channelNames]);
  });
});
