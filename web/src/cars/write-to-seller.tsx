import { useId, useState } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { Language } from '#core/shared.ts';
import { useCarTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Modal } from '../ui/modal.tsx';
import { notify } from '../ui/notices.tsx';
import { messageWords, mostSellerMessage, sellerMessage } from './seller-message.ts';

type Props = { car: WireCarDetail; isSignedIn: boolean; onClose: () => void };

/** A message to the seller to change, copy or share; nothing is sent from here. Danish first, whatever the app speaks. */
export default function WriteToSeller({ car, isSignedIn, onClose }: Props) {
  const t = useCarTexts();
  const fieldId = useId();
  const write = (language: Language) =>
    sellerMessage(car, messageWords[language], { today: new Date().toISOString().slice(0, 10), isSignedIn });
  const [language, setLanguage] = useState<Language>('da');
  const [messages, setMessages] = useState(() => ({ da: write('da'), en: write('en') }));
  const [isRefused, setRefused] = useState(false);
  const message = messages[language];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message);
      notify(t.write.copied);
      onClose();
    } catch {
      setRefused(true);
    }
  };
  const share = () => {
    // A closed share sheet is no failure.
    navigator.share({ text: message }).catch(() => {});
  };
  return (
    <Modal title={t.write.title} onClose={onClose}>
      <p className="mb-4 text-control text-ink-2">{t.write.text}</p>
      <SelectField
        label={t.write.language}
        value={language}
        className="mb-3 w-40"
        options={[
          ['da', 'Dansk'],
          ['en', 'English'],
        ]}
        onChange={setLanguage}
      />
      <label htmlFor={fieldId} className="sr-only">
        {t.write.message}
      </label>
      <textarea
        id={fieldId}
        rows={12}
        lang={language}
        maxLength={mostSellerMessage}
        value={message}
        className="w-full rounded-[10px] border border-field bg-surface px-4 py-3 text-body text-ink"
        onChange={(event) => setMessages({ ...messages, [language]: event.target.value })}
      />
      {isRefused && (
        <p role="alert" className="mt-3 text-meta text-poor">
          {t.write.notCopied}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="primary" onClick={() => void copy()}>
          {t.write.copy}
        </Button>
        {'share' in navigator && (
          <Button look="secondary" onClick={share}>
            <Icon name="share" size={18} />
            {t.car.share}
          </Button>
        )}
      </div>
    </Modal>
  );
}
