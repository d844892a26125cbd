import { LegalPage } from './legal-page.tsx';

export default function Changelog() {
  return <LegalPage page="changelog" />;
}
