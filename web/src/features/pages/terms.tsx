import { terms } from '../../i18n/pages/terms.ts';
import { LegalPage } from './legal-page.tsx';

export default function Terms() {
  return <LegalPage texts={terms} />;
}
