/** What people read: the API description, its browser, the start page. */
@NullMarked
package dev.stampede.server.docs;

import org.jspecify.annotations.NullMarked;
