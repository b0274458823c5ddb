/** What is in the tables and topics afterwards, held against what people were told. */
@NullMarked
package dev.stampede.chaos.judge;

import org.jspecify.annotations.NullMarked;
