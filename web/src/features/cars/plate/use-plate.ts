import { useQueryClient } from '@tanstack/react-query';
import type { LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import { call } from '../../../api/call.ts';
import { usePlateTexts } from '../../../i18n/plate-texts.ts';
import { useFailureText } from '../../../i18n/use-failure-text.ts';
import { notify } from '../../../ui/notices.tsx';

type Detail = WireCarDetail | LockedCar;

/** Types and takes back the plate of a car; either can be undone. What refuses is thrown, and of an undo said. */
export function usePlate(car: WireCarDetail) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const t = usePlateTexts();
  const params = { id: car.id };
  const own = car.plate_typed_by === 'me' ? car.plate : null;

  const show = (answer: Detail) => {
    // By whatever id the page was opened.
    client.setQueriesData<Detail>({ queryKey: ['car'] }, (known) => (known?.id === car.id ? answer : known));
    void client.invalidateQueries({ queryKey: ['car-cost'] });
  };
  const put = async (plate: string, confirmed: boolean) =>
    show(await call('PUT /api/cars/{id}/plate', { params, body: { plate, confirmed } }));
  const remove = async () => show(await call('DELETE /api/cars/{id}/plate', { params }));
  /** What they had before was looked at before. */
  const restore = () => {
    const undone = own === null ? remove() : put(own, true);
    undone.catch((error: unknown) => notify(failureText(error)));
  };
  return {
    async type(plate: string, confirmed: boolean) {
      await put(plate, confirmed);
      notify(t.plateOfCar.typed, restore);
    },
    takeBack() {
      remove().then(
        () => notify(t.plateOfCar.takenBack, restore),
        (error: unknown) => notify(failureText(error)),
      );
    },
  };
}
