import type { ComponentType } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

interface Section {
  /** In the address, `?section=access`; empty for the first one. */
  id: string;
  title: string;
  /** Accessible name of its link, if a screen in the main menu has the same title. */
  accessibleName?: string;
  /** Null for the first ones, which load with the screen, and for the journal, which has its own address. */
  Content: ComponentType | null;
  /** Shown last, after a separator. */
  danger?: boolean;
}

/** Loads a section in its place; the screen around it stays usable meanwhile. */
function section(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  return lazyPart(load, { coming: <LoadingCards text="Загрузка..." columns={1} count={2} height={160} /> });
}

/** The sections of the profile in order. */
export const SECTIONS: readonly Section[] = [
  { id: '', title: 'Личные данные', Content: null },
  { id: 'licence', title: 'Лицензия', Content: null },
  {
    id: 'place',
    title: 'Где встречаемся',
    Content: section(async () => (await import('#web/account/profile/place/PlaceSection.tsx')).PlaceSection),
  },
  {
    id: 'templates',
    title: 'Шаблоны записей',
    Content: section(
      async () => (await import('#web/account/profile/templates/TemplatesSection.tsx')).TemplatesSection,
    ),
  },
  {
    id: 'money',
    title: 'Деньги',
    accessibleName: 'Деньги, настройки',
    Content: section(async () => (await import('#web/account/profile/money/MoneySection.tsx')).MoneySection),
  },
  {
    id: 'letters',
    title: 'Письма клиентам',
    Content: section(async () => (await import('#web/account/profile/letters/LettersSection.tsx')).LettersSection),
  },
  {
    id: 'consent',
    title: 'Согласие на\u00A0обработку данных',
    Content: section(async () => (await import('#web/account/profile/consent/ConsentSection.tsx')).ConsentSection),
  },
  {
    id: 'access',
    title: 'Вход и\u00A0безопасность',
    Content: section(async () => (await import('#web/account/profile/AccessSections.tsx')).AccessSections),
  },
  {
    id: 'records',
    title: 'Защита записей',
    Content: section(async () => (await import('#web/account/profile/records/RecordsSections.tsx')).RecordsSections),
  },
  {
    id: 'data',
    title: 'Мои данные',
    Content: section(async () => (await import('#web/account/profile/own-data/OwnDataSections.tsx')).OwnDataSections),
  },
  { id: 'journal', title: 'Журнал', Content: null },
  {
    id: 'deletion',
    title: 'Удаление аккаунта',
    Content: section(async () => (await import('#web/account/profile/DeletionSection.tsx')).DeletionSection),
    danger: true,
  },
];
