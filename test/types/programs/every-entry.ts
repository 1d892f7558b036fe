// Imports what users import: test/types/public-surface.test.ts asks for the doc comments of all of it.
import 'publisher-commerce';
import 'publisher-commerce/schemas';
import 'publisher-commerce/callbacks';
import 'publisher-commerce/sandbox';
