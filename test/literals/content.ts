import type { AsDocumented } from '../../src/client/api/fields.ts';
import type { ContentItem } from '../../src/client/index.ts';

/** §2.4, field by field: the response of §4.2 and §4.3. */
export const contentItem = {
  id: 'content-1',
  title: 'Winter event',
  subTitle: 'Snow is falling',
  bodyText: '<p>Come in.</p>',
  headerImage: 'https://assets.example.com/header.png',
  thumbnailImage: 'https://assets.example.com/thumbnail.png',
  labels: ['event', 'winter'],
  state: 'scheduled',
  contentType: 'news',
  publishDate: '2026-12-01T09:00:00.000Z',
  slug: 'winter-event',
  visibility: 'public',
  tag: 'q4',
  createdAt: '2026-10-01T09:00:00.000Z',
  updatedAt: '2026-10-02T09:00:00.000Z',
  translations: [
    {
      isoCode: 'de',
      title: 'Winterevent',
      subTitle: 'Es schneit',
      bodyText: '<p>Kommt herein.</p>',
      headerImage: 'https://assets.example.com/header-de.png',
      thumbnailImage: 'https://assets.example.com/thumbnail-de.png',
      labels: ['Event', 'Winter'],
    },
  ],
  pages: [{ id: 'page-1', pageName: 'Home' }],
} satisfies AsDocumented<ContentItem>;

/** The identifiers of §2.4. */
export const essentialInContentItem = ['id'];
