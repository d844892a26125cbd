import { privacy } from '../../i18n/pages/privacy.ts';
import { LegalPage } from './legal-page.tsx';

export default function Privacy() {
  return <LegalPage texts={privacy} />;
}
