import type { ComponentType } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

interface Section {
  /** In the address, `?section=access`; empty for the first one. */
  id: string;
  title: string;
  /** Null for the first ones, which come with the screen, and for the journal, which has an address of its own. */
  Content: ComponentType | null;
  /** Stands last, behind a line. */
  danger?: boolean;
}

/** A section comes in its own place: the screen around it can be used meanwhile. */
const COMING = <LoadingCards text="Загрузка..." columns={1} count={2} height={160} />;

const AccessSections = lazyPart(async () => (await import('#web/account/profile/AccessSections.tsx')).AccessSections, {
  coming: COMING,
});
const DeletionSection = lazyPart(
  async () => (await import('#web/account/profile/DeletionSection.tsx')).DeletionSection,
  { coming: COMING },
);

const PlaceSection = lazyPart(async () => (await import('#web/account/profile/place/PlaceSection.tsx')).PlaceSection, {
  coming: COMING,
});

const MoneySection = lazyPart(async () => (await import('#web/account/profile/money/MoneySection.tsx')).MoneySection, {
  coming: COMING,
});

const LettersSection = lazyPart(
  async () => (await import('#web/account/profile/letters/LettersSection.tsx')).LettersSection,
  { coming: COMING },
);

const TemplatesSection = lazyPart(
  async () => (await import('#web/account/profile/templates/TemplatesSection.tsx')).TemplatesSection,
  { coming: COMING },
);

const ConsentSection = lazyPart(
  async () => (await import('#web/account/profile/consent/ConsentSection.tsx')).ConsentSection,
  { coming: COMING },
);

const RecordsSections = lazyPart(
  async () => (await import('#web/account/profile/records/RecordsSections.tsx')).RecordsSections,
  { coming: COMING },
);

const OwnDataSections = lazyPart(
  async () => (await import('#web/account/profile/own-data/OwnDataSections.tsx')).OwnDataSections,
  { coming: COMING },
);

/** What the profile consists of, in order. A section that has nothing to show is left out. */
export const SECTIONS: readonly Section[] = [
  { id: '', title: 'Личные данные', Content: null },
  { id: 'licence', title: 'Лицензия', Content: null },
  { id: 'place', title: 'Где встречаемся', Content: PlaceSection },
  { id: 'templates', title: 'Шаблоны записей', Content: TemplatesSection },
  { id: 'money', title: 'Деньги', Content: MoneySection },
  { id: 'letters', title: 'Письма клиентам', Content: LettersSection },
  { id: 'consent', title: 'Согласие на\u00A0обработку данных', Content: ConsentSection },
  { id: 'access', title: 'Вход и\u00A0безопасность', Content: AccessSections },
  { id: 'records', title: 'Защита записей', Content: RecordsSections },
  { id: 'data', title: 'Мои данные', Content: OwnDataSections },
  { id: 'journal', title: 'Журнал', Content: null },
  { id: 'deletion', title: 'Удаление аккаунта', Content: DeletionSection, danger: true },
];
