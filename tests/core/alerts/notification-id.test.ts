import { expect, it } from 'vitest';
import { notificationId } from '#core/alerts/alert.ts';

it('notification ids sort as text by the time they were made', () => {
  const moments = [0, 35, 36, 1_795_578_776_185, 1_795_578_776_186, Date.parse('2099-01-01T00:00:00.000Z')];
  const ids = moments.map((ms, at) => notificationId(ms, 'zyxwvu'[at]!));
  expect(ids).toEqual(ids.toSorted());
  expect(ids.slice(0, 3)).toEqual(['000000000-z', '00000000z-y', '000000010-x']);
});
