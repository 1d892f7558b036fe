import type { ContentItem } from '../../../api/content.ts';

const imageBase = 'https://assets.publisher-commerce.invalid/content';
const home = { id: 'page-home', pageName: 'Home' };
const news = { id: 'page-news', pageName: 'News' };

/** The portal's content items (§2.4), created at the given time. */
export function initialContent(createdAt: string): ContentItem[] {
  const shared = {
    visibility: 'public',
    publishDate: createdAt,
    createdAt,
    updatedAt: createdAt,
    translations: [],
  };
  return [
    {
      ...shared,
      id: 'content-1',
      title: 'The dragon awakens',
      subTitle: 'A new season begins',
      bodyText: 'Gather your party: the mountain stirs again.',
      headerImage: `${imageBase}/dragon-header.png`,
      thumbnailImage: `${imageBase}/dragon-thumbnail.png`,
      labels: ['season', 'event'],
      state: 'visible',
      contentType: 'news',
      slug: 'the-dragon-awakens',
      tag: 'season-7',
      pages: [home, news],
      translations: [
        {
          isoCode: 'de',
          title: 'Der Drache erwacht',
          subTitle: 'Eine neue Saison beginnt',
          bodyText: 'Sammelt eure Gefährten: Der Berg regt sich wieder.',
          headerImage: `${imageBase}/dragon-header-de.png`,
          thumbnailImage: `${imageBase}/dragon-thumbnail-de.png`,
          labels: ['Saison', 'Ereignis'],
        },
      ],
    },
    {
      ...shared,
      id: 'content-2',
      title: 'How the season pass works',
      subTitle: 'Rewards, levels and deadlines',
      bodyText: 'Every level of the pass opens one chest.',
      headerImage: `${imageBase}/pass-header.png`,
      thumbnailImage: `${imageBase}/pass-thumbnail.png`,
      labels: ['guide'],
      state: 'visible',
      contentType: 'article',
      slug: 'how-the-season-pass-works',
      tag: 'evergreen',
      pages: [news],
    },
    {
      ...shared,
      id: 'content-3',
      title: 'Winter market',
      subTitle: 'Opens in December',
      bodyText: 'Snow, lights and rare armor.',
      headerImage: `${imageBase}/winter-header.png`,
      thumbnailImage: `${imageBase}/winter-thumbnail.png`,
      labels: [],
      state: 'scheduled',
      contentType: 'news',
      slug: 'winter-market',
      visibility: 'private',
      tag: 'winter',
      pages: [],
    },
  ];
}
